"""Files of office programs -> text: Word, PowerPoint, Excel, OpenDocument, RTF."""
