/** What a plan does, and what is different. */
export const plans: Record<string, string> = {
  // What happens to data.
  'table created': 'создаётся таблица',
  'its table is still there, with {n:items}': 'таблица сохранилась, элементов в ней: {n}',
  'its table is kept with {n:items}, hidden':
    'таблица сохранится, но не будет видна; элементов: {n}',
  'the app still has {n:items}': 'в приложении ещё есть элементы: {n}',
  'column for "{f}" added': 'добавляется столбец для поля «{f}»',
  'column of "{f}" comes back with {n:values}': 'столбец поля «{f}» возвращается, значений: {n}',
  'column of "{f}" renamed to "{to}", with {n:values}':
    'столбец поля «{f}» переименован в «{to}», значений: {n}',
  'column of "{f}" is kept with {n:values}, hidden':
    'столбец поля «{f}» сохранится, но не будет виден; значений: {n}',
  'column of "{f}" made anew': 'столбец поля «{f}» создаётся заново',
  '{n:values} of "{f}" deleted for good: no roll back brings them back':
    'значения поля «{f}» удаляются навсегда: {n}; откат к прежней версии их не вернёт',
  '"{f}" is renamed to "{to}" and changed at once: publish one after the other':
    '«{f}» одновременно переименовано в «{to}» и изменено: опубликуйте сначала одно, потом другое',
  '"{f}" still has {n:values}': 'у поля «{f}» ещё есть значения: {n}',
  '"{f}" has no value in {n:items}, which will need one when they are next changed':
    'поле «{f}» не заполнено, элементов: {n}; при следующем изменении его придётся заполнить',
  'unique index on "{f}" built afterwards, beside running writes':
    'индекс уникальности по «{f}» строится потом, не мешая записи',
  'index on "{f}" built afterwards, beside running writes':
    'индекс по «{f}» строится потом, не мешая записи',
  'unique index on "{f}" built': 'строится индекс уникальности по «{f}»',
  'index on "{f}" built': 'строится индекс по «{f}»',
  'index on "{f}" dropped': 'индекс по «{f}» удаляется',
  'the removed status {codes} still has {n:items}: move them first':
    'в удаляемом статусе {codes} ещё есть элементы ({n}): сначала переведите их',
  'the status "{s}" is given to {n:items}': 'статус «{s}» получат элементы: {n}',
  '"{f}": {from} cannot become {to}, and it has {n:values}':
    '«{f}»: тип {from} нельзя превратить в {to}, а значений уже {n}',
  'options of "{f}" get their new codes, in {n:values}':
    'варианты поля «{f}» получают новые коды, значений: {n}',
  '"{f}" becomes {type} with {n:values}': '«{f}» получает тип {type}, значений: {n}',
  '"{f}": its new settings do not fit {n:values}':
    '«{f}»: новым настройкам не подходят значения: {n}',
  '"{f}": {type} does not fit {n:values}': '«{f}»: типу {type} не подходят значения: {n}',
  '"{f}" cannot be unique: {n:items} have duplicate values':
    '«{f}» не может быть уникальным: элементов с повторяющимися значениями — {n}',
  'it belongs to the solution "{s}"': 'принадлежит решению «{s}»',
  '{kind:noun} {path} of the solution "{s}" refers to it':
    'на это ссылается {kind} {path} из решения «{s}»',
  '{kind:noun} {path} of the solution "{s}" uses the field "{f}"':
    'поле «{f}» использует {kind} {path} из решения «{s}»',
  'version {n} published': 'публикуется версия {n}',
  // What happens to people and to the nomenclature.
  'create {kind:noun} {name}': 'создать: {kind} {name}',
  'delete {kind:noun} {name}': 'удалить: {kind} {name}',
  'bring back {kind:noun} {name}: {what:columns}': 'вернуть: {kind} {name}; изменить: {what}',
  'bring back {kind:noun} {name}': 'вернуть: {kind} {name}',
  'change {kind:noun} {name}: {what:columns}': 'изменить: {kind} {name} — {what}',
  'take {who} out of group {name}': 'убрать {who} из группы {name}',
  'add {who} to group {name}': 'добавить {who} в группу {name}',
  'put {who} on position {name}': 'назначить {who} на должность {name}',
  'take {who} off position {name}': 'снять {who} с должности {name}',
  'give back "{right}" on {kind:noun} {object} to {who}':
    'вернуть право «{right}»: {kind} {object}, кому: {who}',
  'the key "{key}" is reserved': 'ключ «{key}» занят системой',
  // What is different.
  '{what:path} added ({type})': '{what}: добавлено ({type})',
  '{what:path} added': '{what}: добавлено',
  '{what:path} removed ({type})': '{what}: убрано ({type})',
  '{what:path} removed': '{what}: убрано',
  '{what:path} renamed to "{to}"': '{what}: новое название «{to}»',
  'order of {what:path} changed': 'другой порядок: {what}',
  'order changed': 'другой порядок',
  '{what} file changed': 'файл {what} изменён',
}
