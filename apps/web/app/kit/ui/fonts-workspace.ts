// The list of the Japanese font's subsets. It loads after the page, because it is long: 120 subsets per weight. It
// includes the medium and bold weights.
import "@fontsource/zen-kaku-gothic-new/400.css";
import "@fontsource/jetbrains-mono/400.css";
