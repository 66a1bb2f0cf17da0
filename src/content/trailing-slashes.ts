/** Takes the slashes off the end. A pattern would look at each run of slashes again and again, as far as it goes. */
export function withoutTrailingSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end -= 1
  return text.slice(0, end)
}
