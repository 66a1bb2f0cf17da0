const FORMS: ReadonlyArray<readonly [hosts: RegExp, path: RegExp, form: string]> = [
  [/(?:^|\.)(?:x|twitter)\.com$/, /^\/(\w{1,15})\/status\//, '@'],
  [/(?:^|\.)reddit\.com$/, /^\/r\/(\w{2,21})\//, 'r/'],
  [/(?:^|\.)(?:tiktok|threads|youtube|telegram|medium)\.(?:com|net)$/, /^\/@([\w.-]{1,40})(?:\/|$)/, '@'],
  [/^bsky\.app$/, /^\/profile\/([\w.-]{3,60})\//, '@'],
  [/^gist\.github\.com$/, /^\/([\w-]{1,39})\/\w/, '@'],
  [/(?:^|\.)soundcloud\.com$/, /^\/([\w-]{1,40})\/\w/, '@'],
]

export function whoseUrl(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined
  const { hostname, pathname } = new URL(url)
  for (const [hosts, path, form] of FORMS) {
    const name = hosts.test(hostname) ? path.exec(pathname)?.[1] : undefined
    if (name !== undefined) return `${form}${name}`
  }
  return undefined
}
