const STEPS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte']

/** "2.4 MB" */
export function sizeText(bytes: number, language: string): string {
  const step = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), STEPS.length - 1)
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: STEPS[step] ?? 'byte',
    // "41 byte" is nobody's language.
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step > 1 ? 1 : 0,
  }).format(bytes / 1024 ** step)
}
