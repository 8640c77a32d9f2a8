export { PrivacyPage as default } from "../../features/site/privacy.tsx";
