import chromium from '@sparticuz/chromium'

/** A separate program, because the package unpacks into the TMPDIR of its process. */
await chromium.executablePath()
