import type { Express } from 'express'

const AS_FILE = 'attachment; filename="api.json"'

/**
 * Marks every JSON response as a download: a browser that navigates to one saves it, and never renders it as a page,
 * whatever its content or its path's extension (SEC-18). `fetch` is not affected.
 */
export function nameJsonResponses({ response }: Pick<Express, 'response'>): void {
  const { json } = response
  response.json = function named(body) {
    this.setHeader('content-disposition', AS_FILE)
    return json.call(this, body)
  }
}
