// The Japanese face is 120 subsets to a weight: their list is loaded beside the page, not before it. Medium and bold come along.
import "@fontsource/zen-kaku-gothic-new/400.css";
import "@fontsource/jetbrains-mono/400.css";
