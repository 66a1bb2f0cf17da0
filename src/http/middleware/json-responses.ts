import type { Express } from 'express'

const AS_FILE = 'attachment; filename="api.json"'

/** Makes JSON a download: a browser saves it, and never renders it as a page (SEC-18). `fetch` is not affected. */
export function nameJsonResponses({ response }: Pick<Express, 'response'>): void {
  const { json } = response
  response.json = function named(body) {
    this.setHeader('content-disposition', AS_FILE)
    return json.call(this, body)
  }
}
