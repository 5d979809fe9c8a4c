import chromium from '@sparticuz/chromium'

/** A program of its own, for the package unpacks into the TMPDIR of its process. */
await chromium.executablePath()
