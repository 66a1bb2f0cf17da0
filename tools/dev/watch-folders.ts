import { type Dirent, type FSWatcher, statSync, watch } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** Editors write in several steps. Milliseconds. */
const SETTLED_AFTER = 25
const NOT_SAVED = /^\.|~$|\.(?:swp|swx|tmp)$/

/**
 * Watches each folder: whole trees miss files that are replaced, on some systems.
 * @param onSaved gets the path with slashes, once the file is whole
 */
export async function watchFolders(
  folders: readonly string[],
  onSaved: (path: string) => void,
): Promise<{ close(): void }> {
  const watchers = new Map<string, FSWatcher>()
  const settling = new Map<string, NodeJS.Timeout>()
  const known = new Map<string, string | undefined>()

  const settle = (path: string): void => {
    clearTimeout(settling.get(path))
    settling.set(
      path,
      setTimeout(() => {
        settling.delete(path)
        // One save may be several events.
        const [before, now] = [known.get(path), stateOf(path)]
        if (now === undefined) known.delete(path)
        else known.set(path, now)
        if (now !== before) onSaved(path.split(sep).join('/'))
      }, SETTLED_AFTER),
    )
  }
  const add = (folder: string): void => {
    if (watchers.has(folder)) return
    const watcher = watch(folder, (_event, name) => {
      if (!name || NOT_SAVED.test(name)) return
      const path = join(folder, name)
      settle(path)
      // A folder may have come.
      void addTree(path, settle)
    })
    watcher.on('error', () => drop(folder))
    watchers.set(folder, watcher)
  }
  const drop = (folder: string): void => {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }
  /** @param onFile gets the files of folders that were not there before */
  const addTree = async (
    folder: string,
    onFile: (path: string) => void = (path) => void known.set(path, stateOf(path)),
  ): Promise<void> => {
    const isNew = !watchers.has(folder)
    let entries: Dirent[]
    try {
      if (!(await stat(folder)).isDirectory()) return drop(folder)
      // What is made while it is read counts.
      add(folder)
      entries = await readdir(folder, { withFileTypes: true })
    } catch {
      return drop(folder)
    }
    for (const entry of entries) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) await addTree(path, onFile)
      else if (isNew) onFile(path)
    }
  }

  for (const folder of folders) await addTree(folder)
  return {
    close() {
      for (const timer of settling.values()) clearTimeout(timer)
      for (const folder of [...watchers.keys()]) drop(folder)
    },
  }
}

function stateOf(path: string): string | undefined {
  try {
    const file = statSync(path)
    return file.isFile() ? `${file.mtimeMs} ${file.size}` : undefined
  } catch {
    return undefined
  }
}
