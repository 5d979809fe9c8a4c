/** What is wrong with a definition. */
export const definitions: Record<string, string> = {
  // Modules.
  '"check" is a function of a "script"': '"check" — это функция программы из "script"',
  'expected a duration such as PT30S, from one second to a day':
    'нужна длительность, например PT30S, от секунды до суток',
  'a secret has no default: whoever reads the files would know it':
    'у секрета нет значения по умолчанию: его узнал бы каждый, кто читает файлы',
  'an action has either "url" or "script"': 'у действия есть либо "url", либо "script"',
  'a public route needs the "scriptUser" of its module':
    'открытому адресу нужен "scriptUser" его модуля',
  'unknown script "{code}"': 'неизвестный скрипт «{code}»',
  '{at}: the script "{code}" has no function "{name}"':
    '{at}: в скрипте «{code}» нет функции «{name}»',
  'the program has no function "{name}"': 'в программе нет функции «{name}»',
  // Files of a solution.
  'and more from here on': 'и далее ещё ошибки',
  'the solution has no solution.yaml': 'в решении нет файла solution.yaml',
  'the file is not UTF-8 text': 'файл не является текстом в UTF-8',
  'the file "{f}" is missing': 'нет файла «{f}»',
  'no file is expected at this path': 'по этому пути файлов не бывает',
  '"{f}" is not a valid code: letters, digits and "_", at most 50, not starting with a digit':
    '«{f}» не годится как код: буквы, цифры и «_», не больше 50, первая не цифра',
  'the code "{c}" is reserved': 'код «{c}» занят системой',
  'only built-in apps are extended: change the app itself':
    'расширяются только встроенные приложения: измените само приложение',
  'the solution "{s}" adds a field "{f}" to this app already':
    'решение «{s}» уже добавляет поле «{f}» в это приложение',
  'codes starting with "_" are reserved for the system: "{c}"':
    'коды, которые начинаются с «_», заняты системой: «{c}»',
  'codes starting with "ext_" are reserved for modules':
    'коды, которые начинаются с «ext_», — для модулей',
  'codes starting with "__" are reserved': 'коды, которые начинаются с «__», заняты системой',
  'a code can have at most {n} characters': 'в коде не больше {n} знаков',
  'a code starts with a letter or "_", then letters, digits and "_"':
    'код начинается с буквы или «_», дальше буквы, цифры и «_»',
  'the database has a column of this name in every table':
    'столбец с таким именем есть в каждой таблице базы данных',
  'the workspace "{w}" has no workspace.yaml': 'у раздела «{w}» нет файла workspace.yaml',
  'the app "{a}" is missing': 'нет приложения «{a}»',
  'a file that only administrators see has a problem':
    'ошибка в файле, который видят только администраторы',
  'the code of a solution cannot be changed: it is "{s}"': 'код решения не меняется: это «{s}»',
  'unknown key "{k}"': 'неизвестный ключ «{k}»',
  '"{k}" is missing': 'не указано: «{k}»',
  // Apps, reports and pages.
  'there is no view "{v}"': 'нет представления «{v}»',
  'a board needs statuses, or "groupBy" with a choice':
    'доске нужны статусы или «groupBy» с полем выбора',
  '"{f}" has no colours': 'у поля «{f}» нет цветов',
  '"{f}" does not put rows together': 'по полю «{f}» строки не группируются',
  '"{f}" makes no rows of a board': 'поле «{f}» не даёт строк доски',
  '"{f}" is no picture': '«{f}» — не картинка',
  '"{f}" makes no columns of a board': 'поле «{f}» не даёт столбцов доски',
  '"{f}" may have several values': 'в поле «{f}» бывает несколько значений',
  'the default app "{a}" is not among "apps"': 'приложения по умолчанию «{a}» нет среди «apps»',
  'a report needs at least one column': 'отчёту нужен хотя бы один столбец',
  'a report has either "sql" or "query"': 'у отчёта либо «sql», либо «query»',
  'the process has no variable of type SYS_COLLECTION':
    'у процесса нет переменной типа SYS_COLLECTION',
  'unknown column "{c}"': 'неизвестный столбец «{c}»',
  '"{code}" looks like a code of the system: a later release may bring one of the same name':
    '«{code}» похож на системный код: в следующем выпуске может появиться такой же',
  'the app has a field "{f}" of its own': 'в приложении уже есть своё поле «{f}»',
  'unknown field "{f}"': 'неизвестное поле «{f}»',
  'unknown status group "{g}"': 'неизвестная группа статусов «{g}»',
  'unknown status "{s}"': 'неизвестный статус «{s}»',
  'a field of type {type} cannot be unique': 'поле типа {type} не бывает уникальным',
  'a field of type {type} cannot be indexed': 'по полю типа {type} не строится индекс',
  'a choice needs at least one option': 'полю выбора нужен хотя бы один вариант',
  '"{f}" is a field again: publish the renaming first, then remove it here':
    '«{f}» снова стало полем: сначала опубликуйте переименование, потом уберите его здесь',
  'the default does not fit {type}: {why:say}':
    'значение по умолчанию не подходит типу {type}: {why}',
  'the status id {n} is used twice': 'номер статуса {n} встречается дважды',
  'the status "{s}" is there twice': 'статус «{s}» встречается дважды',
  'the code "{c}" is there twice': 'код «{c}» встречается дважды',
  'the files of "{f}" are open to whoever reads the item, so give "read" on it to group:all_users':
    'файлы поля «{f}» открыты всем, кто читает элемент, поэтому дайте group:all_users право «read»',
  'rights on fields are the same for all items, so they are not for {who}':
    'права на поля одинаковы для всех элементов, поэтому {who} здесь не бывает',
  '"{f}" is hidden from some, who would hear of it here: give "read" on it to group:all_users':
    '«{f}» видно не всем, а здесь о нём узнали бы все: дайте group:all_users право «read»',
  'at most {n} fields': 'полей не больше {n}',
  'expected either "{a}" or "{b}"': 'нужно либо «{a}», либо «{b}»',
  '"{f}" is in the form twice': '«{f}» в форме дважды',
  '"{f}" is unique: strangers could find out which values there are':
    '«{f}» — уникальное поле: посторонние могли бы узнать, какие значения уже есть',
  'the name is built by "nameTemplate": lock the fields it is made of':
    'название собирается по «nameTemplate»: закройте поля, из которых оно состоит',
  'no transition leads to the status "{s}"': 'ни один переход не ведёт в статус «{s}»',
  'the module "{m}" has no action "{a}": it stops here':
    'в модуле «{m}» нет действия «{a}»: процесс здесь остановится',
  'there is no module "{m}": it stops here': 'модуля «{m}» нет: процесс здесь остановится',
  'no transition of {app} allows a process to set the status "{s}"':
    'ни один переход в {app} не позволяет процессу поставить статус «{s}»',
  '"{f}" is {type}, but {app} "{g}" is {other}':
    '«{f}» имеет тип {type}, а «{g}» в {app} — {other}',
  'the app {app} has no field "{f}"': 'в приложении {app} нет поля «{f}»',
  'the app has no field "{f}"': 'в приложении нет поля «{f}»',
  '"{f}" is neither in "groupBy" nor in "values"': '«{f}» нет ни в «groupBy», ни в «values»',
  '"{f}" needs "as": the code of a column': 'для «{f}» нужен «as»: код столбца',
  '"{f}" needs a "field"': 'для «{f}» нужно поле («field»)',
  'the {of} of {type} is no {other}': '{of} для {type} — это не {other}',
  'there is no group of statuses "{g}"': 'нет группы статусов «{g}»',
  'the report has no column "{c}"': 'в отчёте нет столбца «{c}»',
  'the report has no parameter "{p}"': 'в отчёте нет параметра «{p}»',
  'widgets of type "{w}" are not drawn': 'виджеты типа «{w}» не показываются',
  'expected one of "start", "create" and "link"': 'нужно одно из: «start», «create», «link»',
  'expected at least {n} hours a week': 'нужно хотя бы {n} ч в неделю',
  'hours follow one another, and end after they begin':
    'часы идут по порядку, и конец позже начала',
  'nobody ever works': 'никто никогда не работает',
  'this is not an iCalendar file': 'это не файл iCalendar',
  'an event needs a DTSTART that is a day, such as 20261225':
    'событию нужен DTSTART с датой, например 20261225',
  'an event lasts more than {n} days': 'событие длится больше {n} дн.',
  '"{r}" is not understood: only FREQ=YEARLY on the same day is':
    '«{r}» не поддерживается: только FREQ=YEARLY в тот же день',
  'a login has no spaces': 'в логине нет пробелов',
  '"{f}" is {type}, which people without an account cannot fill in':
    '«{f}» имеет тип {type}: без учётной записи его не заполнить',
  '"{f}" is {type}, which cannot be shown to senders':
    '«{f}» имеет тип {type}: отправителям его не показать',
  'it has no variable that links to the app':
    'в нём нет переменной, которая ссылается на приложение',
  // Documents and their numbers.
  'the numbers of "{p}" cannot be made here: {why:say}':
    'номера дела «{p}» здесь составить нельзя: {why}',
  'a folder has its own counter anyway': 'у дела и так свой счётчик',
  '"{p}" has its numbers from "{q}": name that one': '«{p}» берёт номера из «{q}»: укажите его',
  'a variable is not closed: expected "{v}"': 'переменная не закрыта: нужно «{v}»',
  '"{v}" is not a variable: expected the code of a field': '«{v}» — не переменная: нужен код поля',
  'a date has no "{d}": expected {all}': 'у даты нет «{d}»: бывает {all}',
  'without {v} every number would be the same': 'без {v} все номера были бы одинаковыми',
  // People.
  '"{g}" is a group of the system itself': '«{g}» — группа самой системы',
  'the group "{g}" was made by hand': 'группа «{g}» создана вручную',
  'the {kind:noun} "{g}" belongs to the solution "{s}"': '{kind} «{g}» принадлежит решению «{s}»',
  '"{g}" belongs to the solution "{s}"': '«{g}» принадлежит решению «{s}»',
  '"{who}" is nobody in particular and cannot be in a group':
    '«{who}» — никто в отдельности и не может входить в группу',
  'a group cannot contain itself: {a} contains {b}':
    'группа не может содержать себя: {a} содержит {b}',
  'the login "{u}" belongs to a deleted user': 'логин «{u}» принадлежит удалённому сотруднику',
  'app {app} of the solution "{s}" registers in "{p}"':
    'приложение {app} решения «{s}» регистрирует в «{p}»',
  'rights of {kind:noun} {name}: there is no {who}': 'права ({kind} {name}): нет {who}',
}
