import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './portal.ts'

export interface NewsroomPath {
  service: string
  path: string
}

/** Articles of the project's newsroom that hold one of the patterns. */
export async function newsroomPaths(pattern: RegExp): Promise<NewsroomPath[]> {
  const paths: NewsroomPath[] = []
  for (const service of ['akademia', 'bizblog', 'post', 'autoblog', 'rozrywka', 'plus']) {
    const folder = join(ROOT, 'newsroom', service, 'articles')
    for (const name of await readdir(folder)) {
      const text = await readFile(join(folder, name), 'utf8')
      const [, year, month] = /^date: (\d{4})-(\d{2})/m.exec(text) ?? []
      if (year && pattern.test(text)) paths.push({ service, path: `/${year}/${month}/${name.replace(/\.\w+$/, '')}` })
    }
  }
  return paths
}
