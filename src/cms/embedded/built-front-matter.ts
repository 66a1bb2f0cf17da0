import { createFolder } from './folder.ts'
import { articleMeta, NewsroomFileError, parseDocument } from './front-matter.ts'
import { createFrontMatterIndex } from './front-matter-index.ts'

/** In the folder of a build: front matter of the newsrooms next to it (SRC-62). */
export const BUILT_FRONT_MATTER = 'front-matter.json'

/** @param folders newsrooms; one may be missing @throws when the file cannot be written */
export async function writeFrontMatter(folders: readonly string[], file: string): Promise<void> {
  const failures: unknown[] = []
  const index = createFrontMatterIndex({ own: file }, (error) => failures.push(error))
  for (const folder of folders) {
    const { files } = await createFolder(folder)
      .read()
      .catch(() => ({ files: [] }))
    for (const { path, text } of files.filter(({ path }) => path.endsWith('.html'))) {
      try {
        parseDocument(path, text, articleMeta, index.valueOf)
      } catch (error) {
        // Home pages and shared blocks are no articles; a broken file is named at the start.
        if (!(error instanceof NewsroomFileError)) throw error
      }
    }
  }
  await index.save()
  if (failures.length > 0) throw failures[0]
}
