/** The maps of a service's articles, one a month, as its index names them. */
export interface ArticleMaps {
  paths: string[]
  /** All of them, one after the other. */
  text: string
}

export async function articleMaps(get: (path: string) => Promise<{ text: string }>): Promise<ArticleMaps> {
  const index = (await get('/sitemap.xml')).text
  const paths = [...index.matchAll(/<loc>[^<]*?(\/sitemap-articles-[^<]*)<\/loc>/g)].map(([, path = '']) => path)
  const texts: string[] = []
  for (const path of paths) texts.push((await get(path)).text)
  return { paths, text: texts.join('\n') }
}
