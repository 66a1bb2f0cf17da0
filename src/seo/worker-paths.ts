/** The service worker, for all of the site below its folder. */
export const WORKER_PATH = '/sw.js'
/** A document that installs it, in a frame of an AMP cache's viewer (AMP-12). */
export const INSTALL_WORKER_PATH = '/install-worker'
