import type { Field } from '../../../fields/field.ts'
import { GroupEditor } from '../filter/group-editor.tsx'
import { NOTHING } from '../filter/model.ts'
import { conditionOperators } from '../filter/tree.ts'
import type { ColourRule } from '../table/view.ts'
import { ColourList } from './colour-list.tsx'

type ColourRulesProps = {
  fields: Field[]
  rules: ColourRule[]
  onChange: (rules: ColourRule[]) => void
}

/** The colours of a view of one's own. */
export const ColourRules = ({ fields, rules, onChange }: ColourRulesProps) => (
  <ColourList
    rules={rules}
    begin={(colour): ColourRule => ({ colour, when: NOTHING })}
    onChange={onChange}
  >
    {(rule, change) => (
      <GroupEditor
        group={rule.when}
        fields={fields}
        operatorsOf={conditionOperators}
        onChange={(when) => change({ ...rule, when })}
      />
    )}
  </ColourList>
)
