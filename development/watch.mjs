/** Files that are saved, below some folders. */
import { statSync, watch } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** An editor writes a file in several steps. Milliseconds. */
const SETTLED_AFTER = 25
/** What editors and systems keep for themselves. */
const NOT_SAVED = /^\.|~$|\.(?:swp|swx|tmp)$/

/**
 * Watches each folder on its own: what a system offers for whole trees misses files on some of them that are replaced.
 * @param onSaved gets the path from the project's folder, with slashes, once the file is whole
 */
export async function watchFolders(folders, onSaved) {
  const watchers = new Map()
  const settling = new Map()
  /** Files by path, with the state that was last reported. */
  const known = new Map()

  const settle = (path) => {
    clearTimeout(settling.get(path))
    settling.set(
      path,
      setTimeout(() => {
        settling.delete(path)
        // Some editors write to another name first, which is gone by now; one save may be several events.
        const [before, now] = [known.get(path), stateOf(path)]
        if (now === undefined) known.delete(path)
        else known.set(path, now)
        if (now !== before) onSaved(path.split(sep).join('/'))
      }, SETTLED_AFTER),
    )
  }
  const add = (folder) => {
    if (watchers.has(folder)) return
    const watcher = watch(folder, (_event, name) => {
      if (!name || NOT_SAVED.test(name)) return
      const path = join(folder, name)
      settle(path)
      // A folder may have come, with files in it.
      void addTree(path, settle)
    })
    // One that is removed takes its watcher along.
    watcher.on('error', () => drop(folder))
    watchers.set(folder, watcher)
  }
  const drop = (folder) => {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }
  /** @param onFile gets the files of folders that were not there before */
  const addTree = async (folder, onFile = (path) => known.set(path, stateOf(path))) => {
    const isNew = !watchers.has(folder)
    let entries
    try {
      // A file can be watched, too.
      if (!(await stat(folder)).isDirectory()) return drop(folder)
      // Before it is read: what is made between the two would be missed.
      add(folder)
      entries = await readdir(folder, { withFileTypes: true })
    } catch {
      // It is gone.
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

/** Undefined: there is no such file, or none that can be read: a link to itself, a folder that has become a file. */
function stateOf(path) {
  try {
    const file = statSync(path)
    return file.isFile() ? `${file.mtimeMs} ${file.size}` : undefined
  } catch {
    return undefined
  }
}
