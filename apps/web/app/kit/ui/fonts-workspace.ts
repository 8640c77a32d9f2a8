// The Japanese font has 120 subsets per weight, so the list of these subsets loads after the page. The medium and bold
// weights are in the same list.
import "@fontsource/zen-kaku-gothic-new/400.css";
import "@fontsource/jetbrains-mono/400.css";
