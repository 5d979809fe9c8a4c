/** What many checks say: behind all others, as it fits the most. */
export const common: Record<string, string> = {
  'there is no such key': 'такого ключа нет',
  'there is no {of} of {type:type}': '{of} для типа {type} не считается',
  'there is no {kind:noun} "{n}"': 'не найдено: {kind} «{n}»',
  'there is no {who}': 'не найдено: {who}',
  'unknown {kind:noun} "{n}"': 'неизвестно ({kind}): «{n}»',
  'this value does not fit': 'значение не подходит',
  'expected {what:what}, received {got:what}': 'нужно: {what}; указано: {got}',
  'expected {what:what}': 'нужно: {what}',
  '"{text}" cannot be read: {why:say}': '«{text}» не читается: {why}',
  '"{p}" is not a pattern, in "{text}"': '«{p}» — не шаблон, в «{text}»',
  'a loop over a list cannot be nested in another one':
    'перебор списка нельзя вложить в другой перебор',
  'an expression can have at most {n} characters': 'в выражении может быть не больше {n} знаков',
  '{m:say} in "{text}"': '{m} в «{text}»',
  '{label}: {m:say}': '{label}: {m}',
}
