interface ImportMetaEnv {
  /** The id of this build of the web app: see vite/latest-build.ts. */
  readonly BUILD_ID: string;
}
