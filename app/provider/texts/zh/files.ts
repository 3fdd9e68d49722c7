import type { files as english } from "../en/files.ts";

export const files: Record<keyof typeof english, string> = {
  fileEmpty: "文件为空",
  fileNameTooLong: "文件名不能超过 {nameBytes} 字节（约 85 个汉字）。请缩短文件名后重新发送",
  fileKindRefused: "不接受此类文件。请使用 PDF、图片、Office 文档、文本或 ZIP",
  archiveRefused:
    "该文件的内容不被接受：其中含有程序、网页、其他压缩包、加密文件、指向外部的文件名，或解压后远大于其大小。请单独发送各个文件",
  fileInfected: "病毒扫描发现该文件有问题，未保存",
  fileNotScanned: "病毒扫描暂无响应，文件未保存。请几分钟后重新发送",
  pictureRefused: "无法识别此图片。请使用 PNG、JPEG、WebP 或 GIF",
  fileTooLarge: "文件不能超过 {megabytes} MB",
  tooManyFiles: "附件不能超过 {files} 个文件",
  tableMissing: "请选择文件",
  tableUnreadable: "该文件既不是 CSV 也不是 XLSX",
  tableEncoding: "文件编码不是 UTF-8：请先选择文字显示正确的编码",
  numberUnclear: "是 {byPoint} 还是 {byComma}？请勿使用千位分隔符",
  numberPresumed: "读作 {value}，因文件以分号分隔",
  cellError: "{value} 是电子表格的错误值",
  cellShortened: "{value} 是被电子表格缩短的数字：请将该列设为文本格式并填写完整号码",
  tableLong: "文件超过 {rows} 行，请拆分",
  tableTooMuch: "读取该文件所需资源过多。请将需要的行复制到新文件，或另存为 CSV",
};
