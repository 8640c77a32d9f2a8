interface ImportMetaEnv {
  /** The id of this build: see vite/latest-build.ts. */
  readonly BUILD_ID: string;
}
