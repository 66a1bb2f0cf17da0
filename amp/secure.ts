/** AMP loads and submits by https alone what it does not show as an image or a link (AMP-14). @param url absolute */
export function isSecure(url: string): boolean {
  return URL.parse(url)?.protocol === 'https:'
}
