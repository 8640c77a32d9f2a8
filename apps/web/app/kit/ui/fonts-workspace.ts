// The Japanese font has 120 subsets per weight, so its list loads after the page. Medium and bold load with it.
import "@fontsource/zen-kaku-gothic-new/400.css";
import "@fontsource/jetbrains-mono/400.css";
