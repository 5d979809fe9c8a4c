import { Input as Frame, Group, NumberInput, Select } from '@mantine/core'
import { useLanguage, useTexts } from '../texts/index.ts'
import type { FieldKind, InputProps, ViewProps } from './kind.ts'
import { useSeparators } from './number.tsx'
import { captionOf, None, settingOf } from './parts.tsx'

type Money = { cents: number; currency: string }

const isMoney = (value: unknown): value is Money =>
  typeof value === 'object' && value !== null && 'cents' in value

/** An amount as the language writes it. */
export function useMoney() {
  const language = useLanguage()
  return ({ cents, currency }: Money) =>
    new Intl.NumberFormat(language, { style: 'currency', currency, minimumFractionDigits: 2 })
      .format(cents / 100)
      .replace(/[.,]00(?=\D*$)/, '')
}

function View({ value }: ViewProps) {
  const money = useMoney()
  return isMoney(value) ? money(value) : <None />
}

const COMMON = ['EUR', 'USD', 'GBP', 'CHF', 'RUB', 'KZT', 'BYN', 'CNY', 'PLN', 'TRY', 'AED']

function Input(props: InputProps) {
  const { field, value, onChange } = props
  const t = useTexts()
  const separators = useSeparators()
  const { label, error, description, required, ...caption } = captionOf(props)
  const money = isMoney(value) ? value : undefined
  const currency = money?.currency ?? settingOf<string>(field, 'currency') ?? 'EUR'
  return (
    <Frame.Wrapper label={label} error={error} description={description} required={required}>
      <Group gap={6} wrap="nowrap">
        <NumberInput
          {...caption}
          {...separators}
          error={Boolean(error)}
          value={money ? money.cents / 100 : ''}
          onChange={(next) =>
            onChange(typeof next === 'number' ? { cents: Math.round(next * 100), currency } : null)
          }
          decimalScale={2}
          hideControls
          flex={1}
        />
        <Select
          aria-label={t.items.input.currency}
          data={[...new Set([currency, ...COMMON])]}
          value={currency}
          onChange={(next) => next && onChange({ cents: money?.cents ?? 0, currency: next })}
          disabled={caption.disabled || !money}
          allowDeselect={false}
          w={84}
        />
      </Group>
    </Frame.Wrapper>
  )
}

export const money: FieldKind = { View, Input }
