export { TermsPage as default } from "../../features/site/terms.tsx";
