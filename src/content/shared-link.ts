const PARAMETERS = /&[a-z_][\w.-]*=/i
/** Some programs add these to a link. */
const AFTER = /[\s.,;:!?'"`´‘’‚“”„«»<>()[\]{}|*…\u200b-\u200d\u2060\ufeff]/u

/**
 * (PAGE-26)
 * @param path in the CMS' form, of no article
 * @returns undefined: nothing seems appended
 */
export function meantPath(path: string): string | undefined {
  // Some programs escape twice.
  const written = decodedAgain(path)
  const [link = ''] = written.split(PARAMETERS, 1)
  let end = link.length
  // A pattern would retry from each of a thousand characters.
  while (end > 0 && AFTER.test(link.charAt(end - 1))) end -= 1
  const meant = link.slice(0, end)
  // An escaped per cent sign before it stays.
  return meant === path || !path.startsWith(meant) || !/^\/[^/]/.test(meant) ? undefined : meant
}

function decodedAgain(path: string): string {
  try {
    return path.includes('%') ? decodeURIComponent(path) : path
  } catch {
    return path
  }
}
