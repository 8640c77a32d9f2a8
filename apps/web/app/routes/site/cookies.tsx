export { CookiesPage as default } from "../../features/site/cookies.tsx";
