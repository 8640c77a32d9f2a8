interface ImportMetaEnv {
  /** Of the build that this code belongs to: see vite/latest-build.ts. */
  readonly BUILD_ID: string;
}
