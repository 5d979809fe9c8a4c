import { ColourList } from '../../../apps/options/colour-list.tsx'
import { ConditionInput, type Rule } from '../conditions/rule-input.tsx'
import type { OwnSettingProps } from './own-setting.ts'

type ColourRule = { when?: Rule; colour: string }

/** The colours of items by a condition. A rule without a condition is not part of the file yet. */
export function ColoursInput({ value, error, onChange, fields }: OwnSettingProps) {
  const keep = (rules: ColourRule[]) => {
    const complete = rules.filter(({ when }) => when !== undefined)
    onChange(complete.length > 0 ? complete : undefined)
  }
  return (
    <ColourList
      rules={(value ?? []) as ColourRule[]}
      begin={(colour): ColourRule => ({ colour })}
      error={error}
      onChange={keep}
    >
      {(rule, change) => (
        <ConditionInput
          fields={fields}
          value={rule.when}
          onChange={(when) => change({ ...rule, when })}
        />
      )}
    </ColourList>
  )
}
