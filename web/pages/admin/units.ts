import { useLanguage } from '../../texts/index.ts'

const STEPS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Amounts as people read them. */
export function useUnits() {
  const language = useLanguage()
  const unit = (value: number, name: string, digits: number) =>
    new Intl.NumberFormat(language, {
      style: 'unit',
      unit: name,
      unitDisplay: 'short',
      maximumFractionDigits: digits,
    }).format(value)
  return {
    bytes: (value: number) => {
      const step = Math.min(
        STEPS.length - 1,
        Math.floor(Math.log(Math.max(value, 1)) / Math.log(1000)),
      )
      return unit(
        value / 1000 ** step,
        STEPS[step] ?? 'byte',
        step > 0 && value / 1000 ** step < 100 ? 1 : 0,
      )
    },
    milliseconds: (value: number) => unit(value, 'millisecond', value < 10 ? 1 : 0),
    percent: (value: number) => unit(value, 'percent', 0),
    number: (value: number) =>
      new Intl.NumberFormat(language, { maximumFractionDigits: value < 10 ? 1 : 0 }).format(value),
  }
}
