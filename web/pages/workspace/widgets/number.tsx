import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import { Shown } from '../../../components/states.tsx'
import { useDates } from '../../../components/when.tsx'
import { useMoney } from '../../../fields/money.tsx'
import { useLanguage, useTexts } from '../../../texts/index.ts'
import { numberOf } from '../../reports/numbers.ts'
import classes from '../workspace.module.css'
import { useNumbers } from './use-numbers.ts'
import type { WidgetProps } from './widget.ts'

type Settings = WidgetProps<'number'>['settings']

/** One number, and whether it was larger or smaller before. */
export function NumberWidget({ settings }: { name: string; settings: Settings }) {
  const { trend } = settings
  const asked = useNumbers(settings, trend ? { trend } : {})
  return (
    <Shown of={asked}>
      {({ groups: [group] }) => (
        <div className={classes.number}>
          <Value value={group?.values[0]} {...(settings.colour && { colour: settings.colour })} />
          {trend && (
            <Trend
              now={numberOf(group?.values[0])}
              before={numberOf(group?.previous?.[0])}
              over={trend.over}
              better={settings.better}
            />
          )}
        </div>
      )}
    </Shown>
  )
}

const COLOURS = ['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'violet', 'pink', 'grey']

function Value({ value, colour = '' }: { value: unknown; colour?: string }) {
  const t = useTexts()
  const money = useMoney()
  const dates = useDates()
  const text = () => {
    if (value === null || value === undefined) return t.frame.values.none
    if (typeof value === 'number') return dates.number(value)
    if (typeof value === 'object' && 'cents' in value) {
      return money(value as Parameters<typeof money>[0])
    }
    return String(value)
  }
  const shade = COLOURS.includes(colour) && (colour === 'grey' ? 'gray' : colour)
  const style = shade && {
    color: `light-dark(var(--mantine-color-${shade}-8), var(--mantine-color-${shade}-4))`,
  }
  return <strong {...(style && { style })}>{text()}</strong>
}

type TrendProps = {
  now: number
  before: number
  over: NonNullable<Settings['trend']>['over']
  better: Settings['better']
}

function Trend({ now, before, over, better }: TrendProps) {
  const t = useTexts().pages.trend
  const language = useLanguage()
  const difference = now - before
  const Arrow =
    difference > 0 ? IconArrowUpRight : difference < 0 ? IconArrowDownRight : IconArrowRight
  const isUp = better === 'up'
  const isGood = better && difference !== 0 ? difference > 0 === isUp : undefined
  const percent = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  })
  const text = before === 0 ? t.none : percent.format(difference / Math.abs(before))
  return (
    <span
      className={classes.trend}
      data-good={isGood === true || undefined}
      data-bad={isGood === false || undefined}
      title={t.than[over]}
    >
      <Arrow size={14} stroke={1.8} aria-hidden />
      {text} <span className={classes.quiet}>{t.than[over]}</span>
    </span>
  )
}
