/** Only images and links may have another scheme in AMP (AMP-4). @param url absolute */
export function isSecure(url: string): boolean {
  return URL.parse(url)?.protocol === 'https:'
}
