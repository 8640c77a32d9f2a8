import type { Plugin } from "vite";

/** Matches the entry modules of a chat page. They import all the code of the page's first view. */
const chatModulesPattern =
  /\/app\/(?:entry\.client|root|routes\/workspace\/(?:layout|chat|conversation))\.tsx/;

/**
 * The scripts that the first view of a chat page loads, in order. Each script contains the modules that it needs and
 * that no earlier script contains.
 */
const scriptGroups: readonly {
  readonly name: string;
  readonly modulePattern: RegExp;
  readonly packagePattern?: RegExp;
}[] = [
  { name: "base", modulePattern: /\/app\/(?:entry\.client|root)\.tsx/ },
  // This group contains the styles of the public pages. These pages run no scripts.
  { name: "site", modulePattern: /\/app\/routes\/site\/(?!test[.-])[^/]+\.tsx/ },
  {
    name: "account",
    modulePattern: /\/app\/routes\/account\/[^/]+\.tsx/,
    // The code that all icons and all icon buttons use.
    packagePattern:
      /@tabler\/icons-react\/.*\/(?:createReactComponent|defaultAttributes)\.|@mantine\/core\/.*\/ActionIcon[./]/,
  },
  { name: "workspace", modulePattern: /\/app\/routes\/workspace\/(?!chat\.|conversation\.)[^/]+\.tsx/ },
  { name: "chat", modulePattern: chatModulesPattern },
];

/** Matches modules that React Router's build adds as entry points. */
const entryModulePattern = /\?(?:__react-router-build-client-route|route-chunk=)/;
const textModulePattern = /\/app\/i18n\/(\w+)\/browser\.ts$/;
/** Matches modules of npm packages. This plugin leaves them to the bundler, which also removes their unused code. */
const packageModulePattern = /node_modules|^\0/;
/**
 * Matches icon modules. They are also part of an npm package, but this plugin decides which script contains them,
 * because they are many small modules that are used everywhere.
 */
const iconModulePattern = /@tabler\/icons-react\/.*\/(Icon\w+)\.\w+$/;

/**
 * Puts the code of a chat page's first view into a few scripts. Otherwise there would be about a hundred small scripts,
 * which compress worse: their total size would be a seventh larger.
 */
export function createScriptGroupingPlugin(): Plugin {
  const scriptByModuleId = new Map<string, string>();
  return {
    name: "few-chunks",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    buildEnd() {
      const ids = [...this.getModuleIds()];
      const iconModuleIdByName = new Map(ids.map((id) => [iconModulePattern.exec(id)?.[1], id]));
      const findImports = (id: string): readonly string[] => {
        const { importedIds = [], code } = (!packageModulePattern.test(id) && this.getModuleInfo(id)) || {};
        const iconNames = code?.match(/\bIcon[A-Z]\w+/g) ?? [];
        const nonPackageImports = importedIds.filter((importedId) => !packageModulePattern.test(importedId));
        return [...nonPackageImports, ...iconNames.flatMap((name) => iconModuleIdByName.get(name) ?? [])];
      };
      const findModulesOfScript = (modulePattern: RegExp) =>
        collectAllImports(
          ids.filter((id) => modulePattern.test(id)),
          findImports,
        );
      const chatModuleIds = findModulesOfScript(chatModulesPattern);
      for (const { name, modulePattern } of scriptGroups)
        for (const id of findModulesOfScript(modulePattern))
          if (chatModuleIds.has(id) && !entryModulePattern.test(id) && !scriptByModuleId.has(id))
            scriptByModuleId.set(id, name);
    },
    outputOptions: (outputOptions) => ({
      ...outputOptions,
      // Put the language into the script's name, because the text modules of the three languages have the same file
      // name.
      chunkFileNames: ({ facadeModuleId }) => {
        const language = textModulePattern.exec(facadeModuleId ?? "")?.[1];
        return `assets/${language ? `texts-${language}` : "[name]"}-[hash].js`;
      },
      codeSplitting: {
        groups: scriptGroups.map(({ name, packagePattern }) => ({
          name,
          test: (id) => scriptByModuleId.get(id) === name || packagePattern?.test(id),
        })),
      },
    }),
  };
}

function collectAllImports(
  entryIds: readonly string[],
  findImports: (id: string) => readonly string[],
): Set<string> {
  const includedIds = new Set(entryIds);
  for (const id of includedIds) for (const importedId of findImports(id)) includedIds.add(importedId);
  return includedIds;
}
