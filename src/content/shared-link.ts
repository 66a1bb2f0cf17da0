const PARAMETERS = /&[a-z_][\w.-]*=/i
/** Some programs take these for a part of the link. */
const AFTER = /[\s.,;:!?'"`´‘’‚“”„«»<>()[\]{}|*…\u200b-\u200d\u2060\ufeff]/u

/**
 * (PAGE-26)
 * @param path in the CMS' form, of no article
 * @returns undefined when nothing seems to be appended
 */
export function meantPath(path: string): string | undefined {
  // Some programs escape what was escaped.
  const written = decodedAgain(path)
  const [link = ''] = written.split(PARAMETERS, 1)
  let end = link.length
  // A pattern anchored at the end would retry from each of a thousand characters.
  while (end > 0 && AFTER.test(link.charAt(end - 1))) end -= 1
  const meant = link.slice(0, end)
  // An escaped per cent sign before stays one.
  return meant === path || !path.startsWith(meant) || !/^\/[^/]/.test(meant) ? undefined : meant
}

function decodedAgain(path: string): string {
  try {
    return path.includes('%') ? decodeURIComponent(path) : path
  } catch {
    return path
  }
}
