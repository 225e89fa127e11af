/** What `symscope --help` prints. docs/cli.md says the same at length. */
export const USAGE = `symscope: checks CUDA kernels that use symmetric memory, from source alone.

Usage: symscope analyze PATH… [options]
       symscope graph FILE [--kernel NAME] [options]
       symscope report PROJECT PROJECT [options]

PATH is a file, or a directory that is searched for C, C++ and CUDA sources. A graph is the data flow
of one kernel of FILE. A report compares how two projects use symmetric memory; PROJECT is the
directory of one.

Options of analyze
  --format FORMAT        text (default, one finding a paragraph), json, sarif (2.1.0) or markdown.
  --fail-on LEVEL        Lowest level that makes the exit status 1: error (default), warning,
                         information, hint, or never.
  --root DIR             Paths are printed relative to DIR. Default: the working directory if all
                         paths lie in it, else their common ancestor.
  --config FILE          The project file. Default: the nearest .symscope.json at or above the paths,
                         within their repository.
  --baseline FILE        Leaves out the findings that FILE knows. Default: that of the project file.
  --write-baseline       Writes the findings to the baseline instead of reporting them.

Options of graph
  --kernel NAME          The kernel; NAME:LINE if several have the name. May be left out where FILE has
                         one only.
  --given NAME=VALUE     Only the instantiations with this value of a template parameter. May be
                         repeated.
  --format FORMAT        text (default, the graph as a list), mermaid, dot (Graphviz), json, markdown
                         or svg.

Options of report
  --format F             markdown (default), html (one page that stands alone), or json.
  --language en|zh-cn    Language of the report. Default: en.

Options of all
  --cuda-arch N          Value of __CUDA_ARCH__, such as 900 or sm_90. Default: the newest that a
                         file mentions.
  -D, --define NAME[=V]  Defines a macro. May be repeated.
  --time-limit MS        Milliseconds after which the analysis of one file is given up. Default: 10000.
  --exclude GLOB         Leaves out what matches, relative to the root. May be repeated.
  --include-third-party  Enters directories named third-party, third_party, 3rdparty and the like.
  --no-config            Reads no project file.
  -o, --output FILE      Writes the result to FILE instead of the standard output.
  -q, --quiet            No notes on files, no summary.
  -h, --help             Prints this text.
  -V, --version          Prints the version.

Exit status
  0  no finding at or above the --fail-on level; the graph or report is written
  1  at least one such finding
  2  nothing could be analyzed; the message says why and what to do
`;
