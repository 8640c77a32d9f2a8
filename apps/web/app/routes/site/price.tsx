import { PricePage } from "../../features/site/price.tsx";

export default PricePage;
