import "i18next";
import type { English } from "./texts.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: English;
  }
}
