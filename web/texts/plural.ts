const rules = new Map<string, Intl.PluralRules>()

/** The form that a language uses for a number: `one`, `few`, `many`, `other`. */
export function plural(
  language: string,
  count: number,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string },
): string {
  const rule = rules.get(language) ?? new Intl.PluralRules(language)
  rules.set(language, rule)
  const form = forms[rule.select(count)] ?? forms.other
  return form.replace('#', new Intl.NumberFormat(language).format(count))
}
