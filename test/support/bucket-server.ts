import { type HubServer, startHub } from './hub-server.ts'

const FILE = /^\/([a-z]+)\/wp_wpisy(\/.+)\.json$/
/** The response of S3 for a missing key. */
const NO_SUCH_KEY = {
  status: 404,
  headers: { 'content-type': 'application/xml' },
  body: '<Error><Code>NoSuchKey</Code></Error>',
}

/**
 * Simulates object storage: posts as files at `{prefix}/wp_wpisy{path}.json`. Faults are set as for a hub.
 * @param postOf a post by the prefix of its service and its path; undefined: no such file
 */
export function startBucket(postOf: (prefix: string, path: string) => object | undefined): Promise<HubServer> {
  return startHub(undefined, ({ path }) => {
    const [, prefix = '', postPath = ''] = FILE.exec(path) ?? []
    const post = postOf(prefix, postPath)
    return post ? { body: JSON.stringify(post) } : NO_SUCH_KEY
  })
}
