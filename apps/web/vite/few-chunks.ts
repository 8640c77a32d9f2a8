import type { Plugin } from "vite";

/** The modules from which the first view of a chat page starts. */
const chatModules = /\/app\/(?:entry\.client|root|routes\/workspace\/(?:layout|chat|conversation))\.tsx/;

/**
 * The scripts of the first view of a chat page, in order. Each script contains the modules that it needs and that no
 * earlier script contains.
 */
const scripts: readonly {
  readonly name: string;
  readonly modulePattern: RegExp;
  readonly packagePattern?: RegExp;
}[] = [
  { name: "base", modulePattern: /\/app\/(?:entry\.client|root)\.tsx/ },
  // The pages of the public site run no scripts, but this group also collects their styles.
  { name: "site", modulePattern: /\/app\/routes\/site\/(?!test[.-])[^/]+\.tsx/ },
  {
    name: "account",
    modulePattern: /\/app\/routes\/account\/[^/]+\.tsx/,
    // The code that all icons and form fields share.
    packagePattern:
      /@tabler\/icons-react\/.*\/(?:createReactComponent|defaultAttributes)\.|@mantine\/core\/.*\/ActionIcon[./]/,
  },
  { name: "workspace", modulePattern: /\/app\/routes\/workspace\/(?!chat\.|conversation\.)[^/]+\.tsx/ },
  { name: "chat", modulePattern: chatModules },
];

/** Matches modules that React Router's build adds as entry points. */
const entryModule = /\?(?:__react-router-build-client-route|route-chunk=)/;
const textModule = /\/app\/i18n\/(\w+)\/browser\.ts$/;
/**
 * Matches modules of packages. The bundler itself assigns them to scripts, because it then removes their unused code.
 */
const packageModule = /node_modules|^\0/;
/**
 * Matches modules of icons. They are assigned to scripts like our own modules, because they are many small modules that
 * are used everywhere.
 */
const iconModule = /@tabler\/icons-react\/.*\/(Icon\w+)\.\w+$/;

/**
 * Puts the code for the first view of a chat page into a few scripts. The bundler alone made about a hundred scripts,
 * because it splits wherever two pages share something else. Together these were a seventh larger, because small files
 * compress worse.
 */
export function groupScripts(): Plugin {
  const scriptOf = new Map<string, string>();
  return {
    name: "few-chunks",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    buildEnd() {
      const ids = [...this.getModuleIds()];
      const icons = new Map(ids.map((id) => [iconModule.exec(id)?.[1], id]));
      const importsOf = (id: string): readonly string[] => {
        const { importedIds = [], code } = (!packageModule.test(id) && this.getModuleInfo(id)) || {};
        const iconNames = code?.match(/\bIcon[A-Z]\w+/g) ?? [];
        const ownImports = importedIds.filter((imported) => !packageModule.test(imported));
        return [...ownImports, ...iconNames.flatMap((name) => icons.get(name) ?? [])];
      };
      const modulesOfScript = (modulePattern: RegExp) =>
        collectAllImports(
          ids.filter((id) => modulePattern.test(id)),
          importsOf,
        );
      const chatModuleIds = modulesOfScript(chatModules);
      for (const { name, modulePattern } of scripts)
        for (const id of modulesOfScript(modulePattern))
          if (chatModuleIds.has(id) && !entryModule.test(id) && !scriptOf.has(id)) scriptOf.set(id, name);
    },
    outputOptions: (output) => ({
      ...output,
      // The name of the script includes the language, because the modules with the texts of the three languages have
      // the same name.
      chunkFileNames: ({ facadeModuleId }) => {
        const language = textModule.exec(facadeModuleId ?? "")?.[1];
        return `assets/${language ? `texts-${language}` : "[name]"}-[hash].js`;
      },
      codeSplitting: {
        groups: scripts.map(({ name, packagePattern }) => ({
          name,
          test: (id) => scriptOf.get(id) === name || packagePattern?.test(id),
        })),
      },
    }),
  };
}

function collectAllImports(
  entryIds: readonly string[],
  importsOf: (id: string) => readonly string[],
): Set<string> {
  const includedIds = new Set(entryIds);
  for (const id of includedIds) for (const imported of importsOf(id)) includedIds.add(imported);
  return includedIds;
}
