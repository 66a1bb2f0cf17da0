/** The service worker serves all of the site below its folder. */
export const WORKER_PATH = '/sw.js'
/** A frame of an AMP cache's viewer installs the worker from this document (AMP-12). */
export const INSTALL_WORKER_PATH = '/install-worker'
