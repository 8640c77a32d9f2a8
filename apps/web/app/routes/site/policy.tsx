export { PolicyPage as default } from "../../features/site/policy.tsx";
