import { ServicePage } from "../../features/site/service.tsx";

export default ServicePage;
