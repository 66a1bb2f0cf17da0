/** The name of a build. */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'

/**
 * Another one when anything that makes a page is another: programs, styles, the names of what browsers load.
 * @param names hashed names of what browsers load
 * @param metafiles of the programs
 */
export async function writeBuildId(folder, names, metafiles) {
  const paths = metafiles.flatMap(({ outputs }) => Object.keys(outputs)).filter((path) => path.endsWith('.js'))
  const hash = createHash('sha256').update(names.join())
  for (const path of [`${folder}/amp-styles.json`, ...paths.sort()]) hash.update(path).update(await readFile(path))
  const buildId = hash.digest('hex')
  await writeFile(`${folder}/build-id`, buildId)
  return buildId
}
