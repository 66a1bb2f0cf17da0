import { buildCatalogue, indexedArticles, indexedYaml } from './catalogue.ts'
import { createFolder } from './folder.ts'
import { createNewsroomIndex, type IndexedArticle } from './newsroom-index.ts'
import type { YamlValue } from './yaml-values.ts'

/** Lies next to a build (SRC-62). */
export const BUILT_INDEX = 'newsroom-index.jsonl'

/**
 * @param folders newsrooms; one may be missing
 * @param program names the release
 * @throws when the file cannot be written
 */
export async function writeIndex(folders: readonly string[], file: string, program?: string): Promise<void> {
  const failures: unknown[] = []
  const articles: Array<() => IndexedArticle> = []
  const yaml = new Map<string, YamlValue>()
  for (const folder of folders) {
    const { files } = await createFolder(folder)
      .read()
      .catch(() => ({ files: [] }))
    const services = new Set(files.map(({ path }) => path.split('/', 1)[0] ?? ''))
    // The portal's start reports broken files.
    await buildCatalogue(files, [...services], undefined, () => {})
    articles.push(...indexedArticles(files))
    for (const value of indexedYaml(files)) yaml.set(value.digest, value)
  }
  const files = { own: file, ...(program !== undefined && { program: async () => program }) }
  await createNewsroomIndex(files, (error) => failures.push(error)).save(articles, [...yaml.values()])
  if (failures.length > 0) throw failures[0]
}
