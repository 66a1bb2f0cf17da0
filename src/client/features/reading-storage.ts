/** Local storage keys of what helps with reading: a text size, saved articles, places in texts. */
export const TEXT_SIZE_KEY = 'text-size'
export const SAVED_KEY = 'saved'
export const PLACES_KEY = 'places'
/** Which revision of an article this browser has shown last. */
export const REVISIONS_KEY = 'revisions'
